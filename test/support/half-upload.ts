import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, vi } from 'vitest'
import { ashasParts } from './ashas-form.ts'
import { RawConnection } from './run-server.ts'
import { applyApi, multipart } from './start-api.ts'

const boundary = 'between-parts'
const body = multipart(ashasParts(), boundary)
const head = [
  `POST ${applyApi} HTTP/1.1`,
  'Host: localhost',
  `Content-Type: multipart/form-data; boundary=${boundary}`,
  `Content-Length: ${body.length}`,
  '',
  '',
].join('\r\n')
const lastBytes = 300

/** Asha's application, sent as far as somewhere in her resume. */
export class HalfUpload {
  readonly connection: RawConnection

  private constructor(connection: RawConnection) {
    this.connection = connection
  }

  /** @returns once the first half is in the server's waiting room. */
  static async begin(url: string, dataDir: string): Promise<HalfUpload> {
    const waiting = () => readdir(path.join(dataDir, 'tmp'))
    const before = (await waiting()).length
    const upload = new HalfUpload(await RawConnection.open(url, head))
    upload.connection.send(body.subarray(0, -lastBytes))
    await vi.waitFor(async () => expect((await waiting()).length).toBe(before + 1))
    return upload
  }

  finish(): void {
    this.connection.send(body.subarray(-lastBytes))
  }

  /** @returns of the answer, once there is one. */
  async status(): Promise<number> {
    await vi.waitFor(() => expect(this.connection.answer).toContain('\r\n\r\n'))
    return Number(this.connection.answer.split(' ')[1])
  }
}
