/** Gives the visitor a file that the page has made. */
export function saveFile(name: string, type: string, content: string | Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }))
  link.download = name
  link.click()
  // Some browsers read it only once the click is over.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
