/** What the offline page has of a script: it opens the page in whose place it stands, once the server answers. */
const form = document.querySelector<HTMLFormElement>('[data-opens-by-itself]')

if (form) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    location.reload()
  })
  // Under its own address there is no other page to come.
  if (!location.pathname.startsWith('/offline')) {
    addEventListener('online', reloadIfAnswered)
    setInterval(reloadIfAnswered, 10_000)
  }
}

/** Only then, so that what is read aloud is not interrupted in vain. */
async function reloadIfAnswered(): Promise<void> {
  const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(
    () => undefined,
  )
  if (answer && answer.status < 500) location.reload()
}
