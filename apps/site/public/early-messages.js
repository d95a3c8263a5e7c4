/*
 * Stands in the page before the frame: on a slow line the form may have reported its height, once,
 * before the page's own scripts have come. `task-form-frame.island.tsx` takes the list.
 */
window.earlyMessages = []
addEventListener('message', (event) => window.earlyMessages?.push(event))
