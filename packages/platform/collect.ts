import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects everything that nobody holds any longer in this thread, and gives back the room for new objects,
 * which V8 doubles while there are many.
 */
export function collect(): void {
  setFlagsFromString('--expose-gc')
  const gc: NodeJS.GCFunction = runInNewContext('gc')
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
