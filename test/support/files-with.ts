import { execFile } from 'node:child_process'

/** Files with a text in them. SQLite's locks would be lost if this process read its file itself. */
export const filesWith = (folder: string, text: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, LC_ALL: 'C' }
    execFile('grep', ['-rlaiF', '-e', text, '.'], { cwd: folder, env }, (error, output) => {
      if (error && error.code !== 1) reject(error)
      else resolve(output.split('\n').filter(Boolean))
    })
  })
