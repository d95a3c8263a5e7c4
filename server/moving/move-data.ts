import { access } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#server/config.ts'
import { ConfigError } from '#server/config-error.ts'
import { lockDataFolder, makeDataFolder } from '#server/data-folder.ts'
import { type Database, DatabaseUnusable } from '#server/database/database.ts'
import { councilSchema } from '#server/council-schema.ts'
import { openSqliteAlone } from '#server/database/sqlite/sqlite-alone.ts'
import { Staging } from '#server/files/staging.ts'
import { type MovedData, requireNotMoved, writeMoved } from '#server/moved-data.ts'
import { checkStart } from '#server/registry/audit/check-start.ts'
import { verifyLog } from '#server/registry/audit/verify-log.ts'
import { openRegistryIn } from '#server/open-certificates.ts'
import { databaseFile, openDatabase, openFiles, requireStored } from '#server/storage.ts'
import { requireOwnFiles, requireOwnRows } from './check-target.ts'
import { compareRows } from './compare-rows.ts'
import { copyResumes } from './copy-resumes.ts'
import { copyRows } from './copy-rows.ts'
import { Faults } from './faults.ts'
import { movedAfter, type MovePlan } from './move-plan.ts'
import { changingTables, erasable, tableNames } from './moved-tables.ts'
import { countRows } from './table-rows.ts'
import { findUnmovable } from './unmovable-rows.ts'

/** Begins to show how far it is. @returns what is called with how many more are done. */
export type Show = (what: string, total: number) => (more: number) => void

export type MoveReport = {
  /** How many rows and resumes were held against each other. */
  rows: number
  resumes: number
  /** Sentences; none if all is well. */
  faults: string[]
  moved: MovedData
}

/**
 * Carries what is in the data folder over to where the settings lead, and holds all of it against
 * the source. The source is not changed, but in the end it is marked as moved. Broken off at any
 * moment, it goes on when it is begun again; once it is done, it only checks.
 *
 * @throws ConfigError where nothing may be moved, or not to there, before anything is written.
 */
export async function moveData(plan: MovePlan, show: Show): Promise<MoveReport> {
  const { to, from, before } = plan
  await requireNotMoved(to)
  await requireStored(from)
  await makeDataFolder(from)
  await lockDataFolder(to.dataDir)
  const isDone = !plan.rows && !plan.resumes
  const old: Config = { ...to, database: undefined }
  const twoCopies = plan.rows || (isDone && before.rows !== undefined && (await hasRows(old)))
  const source = await openSource(twoCopies ? old : from)
  try {
    const target = twoCopies ? await openDatabase(to) : source
    try {
      const move = { ...plan, source, target, show, faults: new Faults() }
      return isDone ? await checkAgain(move) : await carryOver(move)
    } finally {
      if (target !== source) await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Where rows are not moved, target and source are one. */
type Move = MovePlan & { source: Database; target: Database; show: Show; faults: Faults }

const hasRows = ({ dataDir }: Config) =>
  access(databaseFile(dataDir)).then(
    () => true,
    () => false,
  )

/** No command may write to it meanwhile, and none may have it open that could write later. */
async function openSource(from: Config): Promise<Database> {
  if (from.database) return openDatabase(from)
  try {
    return await openSqliteAlone(databaseFile(from.dataDir), councilSchema)
  } catch (error) {
    if (!(error instanceof DatabaseUnusable)) throw error
    throw new ConfigError(`DATA_DIR is ${from.dataDir}. ${error.message}`, { cause: error })
  }
}

/** First all that may be refused, and the marking last: what lies between can be done again. */
async function carryOver(move: Move): Promise<MoveReport> {
  const { source, from, to, faults, show } = move
  await checkStart(await openRegistryIn(source, from))
  if (move.rows) {
    await findUnmovable(source, faults)
    if (faults.count > 0) return reportOf(move, { rows: 0, resumes: 0 })
    await requireOwnRows(move, to.database?.shown ?? '')
  }
  const resumes = move.resumes ? await carryResumes(move) : 0
  if (faults.count > 0) return reportOf(move, { rows: 0, resumes })
  let rows = 0
  if (move.rows) {
    const copied = show('Copying rows', await countAll(source))
    for (const table of tableNames) {
      await copyRows({ from: source, to: move.target }, table, copied)
    }
    rows = await compareAll(move, { of: source, with: move.target })
    await compareCounts(move)
  }
  await verify(move)
  if (faults.count > 0) return reportOf(move, { rows, resumes })
  const moved = movedAfter(move, new Date())
  await writeMoved(to.dataDir, moved)
  return { ...reportOf(move, { rows, resumes }), moved }
}

/** @returns how many resumes applications name. */
async function carryResumes({ source, from, to, faults, show }: Move): Promise<number> {
  const registry = await openRegistryIn(source, to)
  const [files, target] = [await openFiles(from), await openFiles(to)]
  const shown = `s3://${to.bucket?.name}/${to.bucket?.prefix}`
  const isFirst = await requireOwnFiles({ rows: source, files: target, registry }, shown)
  const staging = new Staging(path.join(to.dataDir, 'tmp'))
  await staging.empty()
  const resumes = await countRows(source, 'application')
  const passed = show('Copying resumes', resumes)
  await copyResumes({ rows: source, to: target, from: { files, staging }, isFirst, faults, passed })
  // Behind the rows that are still to come it is never newer than the log that it is of.
  await registry.log.lastCheckpoint.follow(() => registry.log.begunHead())
  return resumes
}

/**
 * @param hasGoneOn whether the server has been at work since, and what it does to rows is no fault.
 * @returns how many rows were compared.
 */
async function compareAll(
  { faults, show }: Move,
  both: { of: Database; with: Database },
  hasGoneOn = false,
): Promise<number> {
  const rows = await countAll(both.of)
  const passed = show('Comparing rows', rows)
  for (const table of tableNames) {
    const isChanging = hasGoneOn && changingTables.has(table)
    const mayBeGone = hasGoneOn && erasable.has(table)
    await compareRows(both, table, { faults, isChanging, mayBeGone, passed })
  }
  return rows
}

/** With as many rows, and all of the source among them, there is no other. */
async function compareCounts({ source, target, faults }: Move): Promise<void> {
  for (const table of tableNames) {
    const [ours, theirs] = [await countRows(source, table), await countRows(target, table)]
    if (ours !== theirs) faults.add(`${table} has ${ours} rows here and ${theirs} there.`)
  }
}

async function verify({ target, to, faults, show }: Move): Promise<void> {
  show('Checking the log', 0)
  faults.add(...(await verifyLog(await openRegistryIn(target, to))).faults)
}

/** What the server has done since, wherever it is now, is right. */
async function checkAgain(move: Move): Promise<MoveReport> {
  const { source, target, to, faults, show, before } = move
  const both = { of: source, with: target }
  const rows = source === target ? 0 : await compareAll(move, both, true)
  const resumes = before.resumes ? await countRows(target, 'application') : 0
  if (before.resumes) {
    const passed = show('Reading resumes', resumes)
    const files = await openFiles(to)
    const from = undefined
    await copyResumes({ rows: target, to: files, from, isFirst: false, faults, passed })
  }
  await verify(move)
  return reportOf(move, { rows, resumes })
}

async function countAll(database: Database): Promise<number> {
  let rows = 0
  for (const table of tableNames) rows += await countRows(database, table)
  return rows
}

const reportOf = (
  { faults, before }: Move,
  counted: { rows: number; resumes: number },
): MoveReport => ({ ...counted, faults: faults.sentences, moved: before })
