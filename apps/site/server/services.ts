import path from 'node:path'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import type { ApplicationServices } from '@naic/admissions/applications/submit-application.ts'
import { type ScanResult, scanForVirus } from '@naic/admissions/applications/virus-scanner.ts'
import { readBackupNotes } from '@naic/house/backup-notes.ts'
import type { Config } from '@naic/house/config.ts'
import type { Database } from '@naic/store/database/database.ts'
import { Staging } from '@naic/store/files/staging.ts'
import type { Log } from '@naic/store/log.ts'
import { openFolderMailer } from '@naic/store/mail/folder-mailer.ts'
import { Outbox } from '@naic/store/mail/outbox.ts'
import { openSmtpMailer } from '@naic/store/mail/smtp-mailer.ts'
import { openRegistryIn } from '@naic/house/open-certificates.ts'
import {
  RegularRetention,
  requireRightToRemove,
} from '@naic/admissions/retention/remove-expired.ts'
import { listsAny } from './http/health-routes.ts'
import { Drawer } from './pictures/drawer.ts'
import { KeptDrawings } from './pictures/kept-drawings.ts'
import { RegularVerification } from '@naic/registry/audit/verify-log.ts'
import { openRegistry } from '@naic/registry/open-registry.ts'
import { CheckpointStamps } from '@naic/registry/stamps/checkpoint-stamps.ts'
import { StatusList } from '@naic/registry/issuing/status-list-credential.ts'
import {
  silentWitnesses,
  WitnessCosignatures,
} from '@naic/registry/witnesses/witness-cosignatures.ts'
import { WitnessRounds } from '@naic/registry/witnesses/witness-rounds.ts'
import { keepResumePlace } from '@naic/house/resume-place.ts'
import { openStorage } from '@naic/house/storage.ts'

/** Visitors ask for single rows by an index; only the hourly sweep reads through all of them. */
const keptOfDatabaseMb = 4

/** The wiring: what runs on what. The server's domains meet only here. */
export type Services = Awaited<ReturnType<typeof openServices>>

export async function openServices(config: Config, log: Log) {
  const { database, files } = await openStorage(config, keptOfDatabaseMb)
  // A store that does not answer, or refuses, is better known before visitors come.
  await listsAny(files)
  await keepResumePlace(config, database)
  await requireRightToRemove(database, config.retentionDays)
  const staging = new Staging(path.join(config.dataDir, 'tmp'))
  // Only a relay's letters are counted, not those that become files.
  const perHour = config.mailRelay ? config.lettersPerHour : Infinity
  const outbox = new Outbox(database, await openMailer(config, staging), log, perHour)
  const { staffEmail } = config
  const scan = createScan(config)
  const applications: ApplicationServices = { database, files, outbox, scan, staffEmail }
  const contact = { database, outbox, staffEmail }
  const warn = (sentence: string) => log.warn(sentence)
  const registry = await openRegistryIn(database, config, openRegistry, { outbox, warn })
  if (registry.siteUrl !== config.siteUrl) {
    log.warn(
      `Certificates are signed for ${registry.siteUrl}, under which the registry was made; SITE_URL is another.`,
    )
  }
  const shared = { database, log, transparencyLog: registry.log }
  const cosignatures = new WitnessCosignatures({ ...shared, witnesses: config.witnesses })
  const certificates = {
    registry,
    cosignatures,
    statusList: new StatusList(registry),
    pictures: new KeptDrawings(new Drawer().draw),
  }
  const metrics = await takeMetrics(config, database)
  metrics?.watch('naic_disk_free_bytes', async () => (await staging.room()).freeBytes)
  metrics?.watch('naic_outbox_braked', () => (outbox.isBraked ? 1 : 0))

  /** A server that listens starts these, and stops them again. Its log uses the names. */
  const background = {
    outbox,
    stamps: new CheckpointStamps({ ...shared, calendars: config.stampCalendars }),
    verification: new RegularVerification({
      registry,
      log,
      tell: ({ faults, at }) => {
        metrics?.set('naic_certificate_log_faults', faults)
        metrics?.set('naic_certificate_log_verified_timestamp_seconds', toSeconds(at))
      },
    }),
    retention: new RegularRetention({
      places: { database, files, mailFolder: mailFolderOf(config) },
      log,
      days: config.retentionDays,
    }),
    witnesses: new WitnessRounds({ transparencyLog: registry.log, cosignatures, log }),
  } satisfies Record<string, { start(): void; stop(): Promise<unknown> }>

  return {
    config,
    log,
    database,
    files,
    staging,
    applications,
    contact,
    certificates,
    metrics,
    ...background,
    background,
  }
}

/** Loads the library for metrics only if they are wanted: it takes memory and time. */
async function takeMetrics({ metrics: place, witnesses, backupState }: Config, database: Database) {
  if (!place) return undefined
  const { Metrics } = await import('@naic/house/metrics/metrics.ts')
  const silent = async () => (await silentWitnesses(database, witnesses)).length
  const metrics = new Metrics(database, silent)
  metrics.watch('naic_backup_last_success_timestamp_seconds', async () => {
    const { backup } = await readBackupNotes(backupState)
    return backup && !backup.damaged ? toSeconds(backup.at) : undefined
  })
  metrics.watch('naic_backup_rehearsal_last_success_timestamp_seconds', async () => {
    const { rehearsal } = await readBackupNotes(backupState)
    return rehearsal?.restoredAt && toSeconds(rehearsal.restoredAt)
  })
  return metrics
}

const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000)

function openMailer({ mailRelay, mailFrom, dataDir }: Config, staging: Staging) {
  const council = { name: organisation.name, address: mailFrom }
  return mailRelay
    ? openSmtpMailer(mailRelay, council)
    : openFolderMailer(mailFolderOf({ dataDir }), council, () => staging.isBusy)
}

const mailFolderOf = ({ dataDir }: Pick<Config, 'dataDir'>) => path.join(dataDir, 'mail')

function createScan({ virusScanner }: Config): ApplicationServices['scan'] {
  if (!virusScanner) return undefined
  return async (file, log): Promise<ScanResult> => {
    try {
      const result = await scanForVirus(file, virusScanner)
      if (result.state === 'infected') log.warn({ virus: result.name }, 'scan: a resume is refused')
      return result
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'scan: no answer')
      throw error
    }
  }
}
