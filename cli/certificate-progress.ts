import { SingleBar } from 'cli-progress'

/** With fewer it takes no time that anybody would notice. */
const shownFrom = 2_000

/** Shows on a terminal how many certificates were looked at, as long as it takes. */
export async function certificateProgress<Result>(
  work: (onLooked: (count: number, of: number) => void) => Promise<Result>,
): Promise<Result> {
  const bar = new SingleBar({
    format: 'Looking at certificates {bar} {value}/{total}, {eta_formatted} left',
  })
  let isShown = false
  try {
    return await work((count, of) => {
      if (!process.stderr.isTTY || of < shownFrom) return
      if (!isShown) bar.start(of, 0)
      isShown = true
      bar.update(count)
    })
  } finally {
    if (isShown) bar.stop()
  }
}
