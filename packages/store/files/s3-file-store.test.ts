import { onARealStore } from '@naic/test/support/on-a-real-store.ts'
import { Bucket } from './bucket.ts'
import { describeFileStore } from '@naic/test/support/describe-file-store.ts'
import { openS3FileStore } from './s3-file-store.ts'

onARealStore('A bucket as a file store', (store) => {
  describeFileStore('A bucket', async () => {
    const place = store.place()
    const open = async () => openS3FileStore(new Bucket(place), `${place.prefix}resumes/`)
    return { open, remove: async () => undefined }
  })
})
