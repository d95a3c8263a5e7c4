import { councilProcess } from './council.ts'

export async function runCouncil(
  dataDir: string,
  words: readonly string[],
  settings: Record<string, string> = {},
  input = '',
) {
  const environment = { DATA_DIR: dataDir, ...settings }
  const { code, stdout, stderr } = await councilProcess(words, { environment, stdin: input })
  return { status: code, output: stdout, errors: stderr }
}
