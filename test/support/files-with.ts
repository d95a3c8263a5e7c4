import { execFile } from 'node:child_process'

/**
 * Which files of a folder have a text in them, byte for byte. Another program reads them: a process that
 * has a SQLite file open loses its locks on it when it reads that itself.
 */
export const filesWith = (folder: string, text: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, LC_ALL: 'C' }
    execFile('grep', ['-rlaiF', '-e', text, '.'], { cwd: folder, env }, (error, output) => {
      if (error && error.code !== 1) reject(error)
      else resolve(output.split('\n').filter(Boolean))
    })
  })
