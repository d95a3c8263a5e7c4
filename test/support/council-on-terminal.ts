import { councilProcess } from './council.ts'
export { keys } from './council.ts'

export async function councilOnTerminal(
  dataDir: string,
  words: readonly string[],
  answer: string,
  settings: Record<string, string> = {},
  columns?: number,
): Promise<{ status: number; shown: string }> {
  const environment = { DATA_DIR: dataDir, ...settings }
  const terminal = columns === undefined ? { answer } : { answer, columns }
  const { code, shown } = await councilProcess(words, { environment, terminal })
  return { status: code, shown }
}
