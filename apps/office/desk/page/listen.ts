import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { LiveEvents } from '../desk-api.ts'
import { askDesk, DeskAway } from './ask-desk.ts'

/** Who hears nothing for so long has no connection, whatever the network says: the desk speaks every five seconds. */
const silenceMs = 20_000

/** Rests between tries, the last one again and again; a fifth more or less, so that not all come at once. */
const restsMs = [500, 2_000, 5_000, 15_000, 30_000]

/** An event, with its data. */
export type Heard = {
  [Name in keyof LiveEvents]: { name: Name; data: LiveEvents[Name] }
}[keyof LiveEvents]

type Ear = {
  hear: (heard: Heard) => void
  /** Called when a second try has failed too; with what the desk said, if it answered at all. */
  lose: (why: string | undefined) => void
}

/**
 * Listens to what the desk tells by itself, and comes again whenever the connection ends. It is read with
 * `fetch`: an EventSource does not say why it was refused.
 *
 * @param address of the stream, asked for at each try.
 * @param wake comes again at once, while it rests.
 */
export async function listen(
  address: () => string,
  { hear, lose }: Ear,
  { signal, wake }: { signal: AbortSignal; wake: EventTarget },
): Promise<void> {
  for (let failed = 0; !signal.aborted; failed += 1) {
    let why: string | undefined
    try {
      for await (const heard of events(address(), signal)) {
        failed = 0
        hear(heard)
      }
    } catch (error) {
      if (error instanceof DeskAway) why = error.detail
      else why = (error as Error).message
    }
    if (signal.aborted) return
    if (failed > 0 || !navigator.onLine) lose(why)
    await rest(restsMs[Math.min(failed, restsMs.length - 1)] ?? 0, signal, wake)
  }
}

/** Ends when the connection does, or says nothing. */
async function* events(address: string, stop: AbortSignal): AsyncGenerator<Heard> {
  const silence = new AbortController()
  const giveUp = () => silence.abort()
  let timer = setTimeout(giveUp, silenceMs)
  try {
    const signal = AbortSignal.any([stop, silence.signal])
    const { body } = await askDesk(address, { headers: { Accept: 'text/event-stream' }, signal })
    if (!body) return
    const reader = body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
      .getReader()
    for (;;) {
      const { value } = await reader.read().catch(() => ({ value: undefined }))
      if (!value) return
      clearTimeout(timer)
      timer = setTimeout(giveUp, silenceMs)
      yield { name: value.event, data: JSON.parse(value.data) } as Heard
    }
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}

function rest(ms: number, signal: AbortSignal, wake: EventTarget): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms * (0.8 + 0.4 * Math.random()))
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', end, { once: true })
    wake.addEventListener('wake', end, { once: true })
  })
}
