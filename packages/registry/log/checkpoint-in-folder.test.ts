import { readdir, rename } from 'node:fs/promises'
import { openCheckpointInFolder } from './checkpoint-in-folder.ts'
import { describeCheckpointPlace } from '@naic/test/support/describe-checkpoint-place.ts'

// It goes as a disk does that is unmounted.
describeCheckpointPlace('The folder of the keys', async (folder) => ({
  open: () => openCheckpointInFolder(folder),
  name: /keys\/last-checkpoint/,
  files: () => readdir(folder),
  goes: () => rename(folder, `${folder}-away`),
  comesBack: () => rename(`${folder}-away`, folder),
  remove: async () => undefined,
}))
