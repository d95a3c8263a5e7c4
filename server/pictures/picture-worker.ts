import { parentPort, workerData } from 'node:worker_threads'
import type { CertificateFacts } from '#credential/credential.ts'
import { certificateWords } from './certificate-words.ts'
import { drawSharePicture } from './share-picture.ts'

export type Asked = { facts: CertificateFacts; siteUrl: string }

/** The thread behind `CertificatePictures`: draws one picture and ends. Only here is resvg loaded. */
const { facts, siteUrl } = workerData as Asked
parentPort?.postMessage(drawSharePicture(certificateWords(facts, siteUrl)))
