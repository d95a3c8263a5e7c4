import { parentPort, workerData } from 'node:worker_threads'
import type { CertificateFacts } from '#credential/credential.ts'
import { drawBadge } from './badge-picture.ts'
import { certificateWords } from './certificate-words.ts'
import { drawSharePicture } from './share-picture.ts'

/** A certificate's share picture, or the picture of a programme. */
export type Asked = { facts: CertificateFacts; siteUrl: string } | { programme: string }

/** The thread behind `CertificatePictures`: draws one picture and ends. Only here is resvg loaded. */
const asked = workerData as Asked
parentPort?.postMessage(
  'programme' in asked
    ? drawBadge(asked.programme)
    : drawSharePicture(certificateWords(asked.facts, asked.siteUrl)),
)
