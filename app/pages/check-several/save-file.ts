/** Hands a text to the browser as a file that was downloaded. */
export function saveFile(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  // Some browsers read it only once the click is over.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
