import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { facadeOf, mergeFacades } from './facades.ts'

/**
 * Root, layouts and entry stand in one file with what they use, but the bundler gives each a file of
 * its own besides, which only says so: on a slow line four requests for 250 bytes. Whatever names
 * one of them is made to name the file itself, whose entry knows them (`apps/site/app/entry.client.tsx`).
 */
const assets = 'build/client/assets'
const names = (await readdir(assets)).filter((name) => name.endsWith('.js'))
const facades = new Map<string, string>()
for (const name of names) {
  const target = facadeOf(await readFile(path.join(assets, name), 'utf8'))
  if (target?.startsWith('site-')) facades.set(name, target)
}

const expected = ['bare-layout', 'entry.client', 'root', 'site-layout']
/** The hash has eight characters, of which one may be a dash. */
const found = [...facades.keys()].map((name) => name.replace(/-.{8}\.js$/, '')).sort()
if (String(found) !== String(expected)) {
  throw new Error(
    `These files only name another: ${found}. apps/site/app/entry.client.tsx knows ${expected}.`,
  )
}

const pages = await readdir('build/client', { recursive: true })
const naming = [
  ...pages.filter((name) => name.endsWith('.html')).map((name) => path.join('build/client', name)),
  ...names.filter((name) => name.startsWith('manifest-')).map((name) => path.join(assets, name)),
  'build/server/index.js',
]
for (const file of naming)
  await writeFile(file, mergeFacades(await readFile(file, 'utf8'), facades))
for (const name of facades.keys()) await rm(path.join(assets, name))
