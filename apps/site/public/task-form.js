/*
 * The height of the form on /submit-task, as its frame reports it and nobody else. It stands in the page before the
 * frame: on a slow line the form may report, once, before the page's own scripts have come.
 */
const extraPx = 50
/** Higher than any form. */
const limitPx = 50_000

addEventListener('message', ({ data, origin, source }) => {
  const frame = document.querySelector('iframe')
  const height = reportedHeight(data)
  if (!height || !frame || source !== frame.contentWindow) return
  if (origin === new URL(frame.src).origin) frame.height = height + extraPx
})

/**
 * @param data of a window message, from anyone: a JSON string such as `{"type":"resize","height":800}`. Some
 *   forms send the number as text, "800".
 * @returns CSS pixels; 0 for any other message.
 */
function reportedHeight(data) {
  try {
    const { type, height } = JSON.parse(typeof data === 'string' ? data : '')
    const digits = typeof height === 'object' ? '' : String(height).trim()
    if (type !== 'resize' || !/^\d+(\.\d+)?$/.test(digits) || digits > limitPx) return 0
    return Math.ceil(digits)
  } catch {
    return 0
  }
}

/** Our own page, which is in the frame until there is a form, reports as one. */
if (parent !== window) {
  new ResizeObserver(([{ target }]) => {
    const message = JSON.stringify({ type: 'resize', height: target.offsetHeight })
    parent.postMessage(message, location.origin)
  }).observe(document.querySelector('main'))
}
