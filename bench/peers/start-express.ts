import { freePort } from '@naic/site/server/dev/free-port.ts'
import { Program } from '../program.ts'

/** @param folder where it keeps what it is sent. */
export async function startExpress(folder: string): Promise<Program> {
  const port = String(await freePort())
  const command = [process.execPath, 'bench/peers/express-applications.ts', folder, port]
  return Program.start(command, `http://127.0.0.1:${port}`)
}
