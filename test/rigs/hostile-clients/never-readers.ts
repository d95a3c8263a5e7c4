import { request, rightBody } from './hostile-request.ts'
import { RawConnection } from './raw-connection.ts'

const largeFile = (page: string) => /\/assets\/framework-[\w-]+\.js/.exec(page)?.[0]

/**
 * Opens connections on which much is asked for, then a few forms are sent, and nothing that is
 * answered is ever read: their answers can go nowhere.
 *
 * @returns them, still open.
 */
export async function neverRead(url: string, count: number, from: string) {
  const asset = largeFile(await (await fetch(url)).text())
  if (!asset) throw new Error('The home page names no large script.')
  const page = request(asset, Buffer.alloc(0), { method: 'GET', length: null, type: null })
  const way = '/api/contact/'
  const bytes = Buffer.concat([
    ...Array.from({ length: 12 }, () => page),
    ...Array.from({ length: 4 }, () => request(way, rightBody(way), { from })),
  ])
  return Promise.all(
    Array.from({ length: count }, async () => {
      const connection = await RawConnection.open(url)
      connection.socket.pause()
      connection.say(bytes)
      return connection
    }),
  )
}
