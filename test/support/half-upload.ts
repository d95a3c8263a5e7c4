import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, vi } from 'vitest'
import { ashasParts } from './ashas-form.ts'
import { request } from './raw-http.ts'
import { RawConnection } from './run-server.ts'
import { applyApi, boundary, multipart } from './start-api.ts'

const lastBytes = 300

export type HalfUpload = Awaited<ReturnType<typeof sendHalf>>

/** Hands an application to the system as far as somewhere in its resume, which is the last part. */
export async function sendHalf(url: string, parts = ashasParts()) {
  const bytes = request(applyApi, multipart(parts, boundary))
  const connection = await RawConnection.open(url)
  await new Promise((resolve) => connection.socket.write(bytes.subarray(0, -lastBytes), resolve))
  const rest = bytes.subarray(-lastBytes)
  return {
    connection,
    finish: () => connection.send(rest),

    async status(): Promise<number> {
      await vi.waitFor(() => expect(connection.answer).toContain('\r\n\r\n'))
      return Number(connection.answer.split(' ')[1])
    },
  }
}

/** The same, until it is in the server's waiting room. */
export async function beginUpload(url: string, dataDir: string): Promise<HalfUpload> {
  const waiting = () => readdir(path.join(dataDir, 'tmp'))
  const before = (await waiting()).length
  const upload = await sendHalf(url)
  await vi.waitFor(async () => expect((await waiting()).length).toBe(before + 1))
  return upload
}
