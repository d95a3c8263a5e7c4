import * as answers from '../api/answers.ts'
import type { Operation, Schema } from '../api/operation.ts'

/** What the API's description says of the log's routes, and how they read the sizes they are asked for. */

const logged = { tag: 'Log', problems: [503] } as const
const orMissing = { tag: 'Log', problems: [404, 503] } as const

export const size = {
  title: 'LogSize',
  type: 'string',
  description: 'A size of the log, in entries.',
  pattern: String.raw`^[1-9]\d{0,14}$`,
} satisfies Schema

export const sizeOrNone = {
  type: 'string',
  description: 'The size of the last checkpoint that you have. Without it, the first ones come.',
  pattern: String.raw`^\d{1,15}$`,
} satisfies Schema

export const checkpoint: Operation = {
  ...logged,
  id: 'getCheckpoint',
  summary: 'The newest checkpoint, with the lines of the witnesses that signed it',
  answers: { 'text/plain': answers.noteText },
}

export const keys: Operation = {
  ...logged,
  id: 'getKeys',
  summary: 'All keys, and for what each counts',
  answers: { 'application/json': answers.keyList },
}

export const restarts: Operation = {
  ...logged,
  id: 'getRestarts',
  summary: 'Why the log has had other names, signed by the council',
  answers: { 'application/json': answers.restartList },
}

export const status: Operation = {
  ...logged,
  id: 'getNewestStatusList',
  summary: 'The status list, and the proof that the newest checkpoint ends with its digest',
  answers: { 'application/json': answers.newestList },
}

export const proof: Operation = {
  ...orMissing,
  id: 'getGrowth',
  summary: 'The hashes that prove the larger log to begin with the smaller',
  query: { from: { ...size, isRequired: true }, to: { ...size, isRequired: true } },
  answers: { 'application/json': answers.growth },
  problems: [400, 404, 503],
}

export const checkpoints: Operation = {
  ...logged,
  id: 'getCheckpoints',
  summary: 'The chain of checkpoints, at most 1,000 lines of JSON: size, note, previous',
  query: { after: sizeOrNone },
  answers: { 'application/jsonl': answers.lines },
  problems: [400, 503],
}

export const older: readonly Operation[] = [
  {
    ...orMissing,
    id: 'getOlderCheckpoint',
    summary: 'The checkpoint of a size',
    path: '/log/checkpoint/{size}',
    params: { size },
    answers: { 'text/plain': answers.noteText },
  },
  {
    ...orMissing,
    id: 'getStamp',
    summary: 'Its stamp (OpenTimestamps)',
    path: '/log/checkpoint/{size}.ots',
    params: { size },
    answers: { 'application/vnd.opentimestamps.v1': answers.binary },
  },
]

export const tiles: Operation = {
  ...orMissing,
  id: 'getTile',
  summary: 'The log in tiles (c2sp.org/tlog-tiles)',
  description: 'The slashes of a tile are written as they are, such as in x001/067 or 000.p/17.',
  path: '/log/tile/{level}/{tile}',
  params: {
    level: { type: 'string', description: 'A level of the tree, or "entries".' },
    tile: { type: 'string' },
  },
  answers: { 'application/octet-stream': answers.binary },
}

export const witnesses: Operation = {
  ...logged,
  id: 'getWitnesses',
  summary: 'What each witness signed last',
  answers: { 'application/json': answers.sightings },
}

export const handIn: Operation = {
  tag: 'Log',
  id: 'addCosignature',
  summary: 'Takes a checkpoint that a witness of this site signed (docs/watching.md)',
  text: 'text/plain',
  answers: { 'application/json': answers.taken },
  problems: [400, 403, 404, 409, 411, 413, 415, 422, 429, 503],
}
