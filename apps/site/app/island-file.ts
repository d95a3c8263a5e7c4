/** @returns the name of an island's file: `CatalogueList` is in `catalogue-list.island.tsx`. */
export const islandFile = (island: string): string =>
  island.replaceAll(/(?<!^)[A-Z]/g, '-$&').toLowerCase()
