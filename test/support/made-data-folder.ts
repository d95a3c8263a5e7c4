import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { readConfig } from '@naic/house/config.ts'
import { openServices } from '@naic/site/server/services.ts'
import { folderAt } from './opened.ts'

/** By SITE_URL: a data folder of a server that was started and stopped. */
const made = new Map<string, Promise<string>>()

/**
 * Making a registry, with its keys and samples, is most of what a first start does. It is made once
 * for each address, and the tests get copies, with which the server starts as it does a second time.
 */
export async function copyMadeDataFolder(settings: Record<string, string>): Promise<string> {
  const { siteUrl, database } = readConfig(settings)
  // The rows of its registry are elsewhere.
  if (database) return newFolder()
  const making = made.get(siteUrl) ?? make(siteUrl)
  made.set(siteUrl, making)
  const folder = await newFolder()
  await cp(await making, folder, { recursive: true })
  return folder
}

/** The same with what removes it. */
export const newDataFolder = async (settings: Record<string, string> = {}) =>
  folderAt(await copyMadeDataFolder(settings))

async function make(siteUrl: string): Promise<string> {
  const folder = await newFolder(process.env['MADE_DATA_FOLDERS'])
  const config = readConfig({
    DATA_DIR: folder,
    SITE_URL: siteUrl,
    SAMPLE_CERTIFICATES: 'on',
  })
  const { database } = await openServices(config, pino({ level: 'silent' }))
  await database.close()
  return folder
}

const newFolder = (place = tmpdir()) => mkdtemp(path.join(place, 'naic-data-'))
