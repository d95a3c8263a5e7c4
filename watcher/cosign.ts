import { chmod } from 'node:fs/promises'
import { utf8 } from '#credential/bytes.ts'
import { cosignatureLine } from '#credential/cosignature.ts'
import { writeDurably } from '#server/files/durable-file.ts'
import type { WatchedSite } from './watched-site.ts'
import type { WitnessKey } from './witness-key.ts'

/**
 * Signs a checkpoint that was seen, and writes it where others may read it. The state must be on the
 * disk by then: a witness that forgets what it signed may sign the contrary.
 */
export async function cosign(
  note: string,
  { key, sign }: WitnessKey,
  { now, file }: { now: Date; file: string },
): Promise<string> {
  const cosigned = note + (await cosignatureLine(note, key, Math.floor(now.getTime() / 1000), sign))
  await writeDurably(file, utf8(cosigned))
  await chmod(file, 0o644)
  return cosigned
}

/** @returns what became of it, in a sentence. @throws CannotLook where the site does not answer. */
export async function handIn(site: WatchedSite, cosigned: string): Promise<string> {
  const { status, text } = await site.post('/log/cosignatures', cosigned)
  if (status === 200) return 'The site has taken the cosignature.'
  if (status === 404) return 'The site takes no cosignatures.'
  if (status === 403) {
    return 'The site does not know this witness: give the council the line that "witness make" printed.'
  }
  return `The site has not taken the cosignature (${status}: ${detailOf(text)}).`
}

function detailOf(text: string): string {
  try {
    return String((JSON.parse(text) as { detail?: unknown }).detail).slice(0, 300)
  } catch {
    return 'no reason given'
  }
}
