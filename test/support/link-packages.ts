import { mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/**
 * Gives a copy of the tree its `node_modules`: packages of others are those of the tree, our own are the
 * copy's.
 */
export function linkPackages(copy: string): void {
  const [from, to] = [path.resolve('node_modules'), path.join(copy, 'node_modules')]
  mkdirSync(path.join(to, '@naic'), { recursive: true })
  for (const name of readdirSync(from)) {
    if (name !== '@naic') symlinkSync(path.join(from, name), path.join(to, name))
  }
  for (const name of readdirSync(path.join(from, '@naic'))) {
    symlinkSync(readlinkSync(path.join(from, '@naic', name)), path.join(to, '@naic', name))
  }
}
