import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { onTestFinished, vi } from 'vitest'

/** To the end of this test, no folder can be synced: the disk refuses to open one. */
export function makeFoldersUnsyncable(): void {
  const open = vi.spyOn(promises, 'open').mockRejectedValue(new Error('The disk is at fault.'))
  syncBuiltinESMExports()
  onTestFinished(() => {
    open.mockRestore()
    syncBuiltinESMExports()
  })
}
