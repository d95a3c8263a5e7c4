import { freePort } from '@naic/site/server/dev/free-port.ts'
import { startProgram } from '../program.ts'

/** @param folder where it keeps what it is sent. */
export async function startExpress(folder: string) {
  const port = String(await freePort())
  const command = [process.execPath, 'bench/peers/express-applications.ts', folder, port]
  return startProgram(command, `http://127.0.0.1:${port}`)
}
