import { setTimeout as sleep } from 'node:timers/promises'
import { type HostileRequest, inWords } from './hostile-request.ts'
import { RawConnection } from './raw-connection.ts'
import { type Answer, readAnswers } from './read-answers.ts'

/** Nobody is kept waiting for longer, on a machine that has much else to do. */
const answerWithinMs = 20_000

/** Asks for an answer of its own: behind a request that was read to its end, and only there. */
const lastRequest = 'GET /api/nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

/**
 * Sends a request on a connection of its own, as slowly as it says, and hears all that is answered.
 * Where the connection stays open after the answer, it must be good for another request.
 *
 * @throws where nobody answers and nobody closes the connection, and where what comes is no answer.
 */
export async function exchange(url: string, request: HostileRequest): Promise<Answer[]> {
  const connection = await RawConnection.open(url)
  try {
    for (const piece of request.pieces) {
      connection.say(piece)
      if (request.pauseMs !== undefined) await sleep(request.pauseMs)
    }
    if (request.isCut) connection.socket.end()
    else if (!(await connection.answeredWithin(answerWithinMs))) {
      throw new Error('Neither answered nor closed.')
    } else connection.say(lastRequest)
    if (!(await connection.closedWithin(answerWithinMs))) throw new Error('Answered, not closed.')
    return readAnswers(connection.heard, request.isHead).filter(({ status }) => status >= 200)
  } catch (error) {
    const heard = connection.heard.toString('latin1', 0, 1_000)
    throw new Error(
      `${(error as Error).message}\nheard: ${JSON.stringify(heard)}\nsent: ${inWords(request)}`,
      { cause: error },
    )
  } finally {
    connection.socket.destroy()
  }
}
