/** @returns the ids before and after one in a list; after the last there is none. */
export function neighbours(
  list: readonly { id: string }[],
  id: string,
): { before: string | undefined; after: string | undefined } {
  const at = list.findIndex((one) => one.id === id)
  return {
    before: at > 0 ? list[at - 1]?.id : undefined,
    after: at === -1 ? list[0]?.id : list[at + 1]?.id,
  }
}
