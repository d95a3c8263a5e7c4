/** Runs `task` once for each number below `count`, so many of them at a time. */
export async function manyTimes(
  count: number,
  atOnce: number,
  task: (number: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const oneAfterAnother = async () => {
    while (next < count) await task(next++)
  }
  await Promise.all(Array.from({ length: Math.min(count, atOnce) }, oneAfterAnother))
}
