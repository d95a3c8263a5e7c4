import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, vi } from 'vitest'
import { ashasParts } from './ashas-form.ts'
import { RawConnection } from './run-server.ts'
import { applyApi, multipart } from './start-api.ts'

const boundary = 'between-parts'
const lastBytes = 300

/** An application, sent as far as somewhere in its resume, which is the last part. */
export class HalfUpload {
  readonly connection: RawConnection
  readonly #rest: Buffer

  private constructor(connection: RawConnection, rest: Buffer) {
    this.connection = connection
    this.#rest = rest
  }

  /** @returns once the first half was handed to the system. */
  static async send(url: string, parts = ashasParts()): Promise<HalfUpload> {
    const body = multipart(parts, boundary)
    const head = [
      `POST ${applyApi} HTTP/1.1`,
      'Host: localhost',
      `Content-Type: multipart/form-data; boundary=${boundary}`,
      `Content-Length: ${body.length}`,
      '\r\n',
    ]
    const connection = await RawConnection.open(url, head.join('\r\n'))
    const half = body.subarray(0, -lastBytes)
    await new Promise((resolve) => connection.socket.write(half, resolve))
    return new HalfUpload(connection, Buffer.from(body.subarray(-lastBytes)))
  }

  /** @returns once the first half is in the server's waiting room. */
  static async begin(url: string, dataDir: string): Promise<HalfUpload> {
    const waiting = () => readdir(path.join(dataDir, 'tmp'))
    const before = (await waiting()).length
    const upload = await HalfUpload.send(url)
    await vi.waitFor(async () => expect((await waiting()).length).toBe(before + 1))
    return upload
  }

  finish(): void {
    this.connection.send(this.#rest)
  }

  /** @returns of the answer, once there is one. */
  async status(): Promise<number> {
    await vi.waitFor(() => expect(this.connection.answer).toContain('\r\n\r\n'))
    return Number(this.connection.answer.split(' ')[1])
  }
}
