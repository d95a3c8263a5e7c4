import { get } from 'node:http'

// Ends with 0 if the site in this container is ready for visitors; with "desk 8900", if the desk is served
// there. The desk answers to its own name alone.
const [what = 'site', port = process.env['PORT'] ?? '3000'] = process.argv.slice(2)
const address =
  what === 'desk'
    ? { path: '/', headers: { Host: new URL(process.env['DESK_URL'] ?? '').host } }
    : { path: '/ready' }

get({ host: '127.0.0.1', port, timeout: 4_000, ...address }, ({ statusCode }) => {
  console.log(`${what}: ${statusCode}`)
  process.exit(statusCode === 200 ? 0 : 1)
})
  .on('timeout', () => process.exit(1))
  .on('error', ({ message }) => {
    console.log(`${what}: ${message}`)
    process.exit(1)
  })
