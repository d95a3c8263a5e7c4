import { setTimeout as sleep } from 'node:timers/promises'
import { asha } from '#test/support/ashas-form.ts'
import { request, rightBody } from './hostile-request.ts'
import { RawConnection } from './raw-connection.ts'
import { readAnswers } from './read-answers.ts'

type Held = { connection: RawConnection; rest: Buffer }

/**
 * Sends right forms but for their last bytes, so that all of them are under way at once.
 *
 * @param from the one address that they all come from.
 */
export function holdForms(url: string, way: string, count: number, from: string): Promise<Held[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const email = `${number}.${from}@example.com`
      const body = Buffer.from(
        rightBody(way).toString('latin1').replace(asha.email, email),
        'latin1',
      )
      const bytes = request(way, body, { from, lines: ['Connection: close'] })
      const connection = await RawConnection.open(url)
      const most = bytes.length - 100
      connection.say(bytes.subarray(0, most))
      return { connection, rest: bytes.subarray(most) }
    }),
  )
}

/** Sends what is left of them. @returns what each was answered. */
export function letGo(held: readonly Held[]): Promise<number[]> {
  return Promise.all(
    held.map(async ({ connection, rest }) => {
      connection.say(rest)
      await connection.closedWithin(30_000)
      connection.socket.destroy()
      return readAnswers(connection.heard)[0]?.status ?? 0
    }),
  )
}

/** Time for what was sent to arrive. */
export const arrival = () => sleep(1_000)
