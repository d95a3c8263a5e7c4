const perPage = 100

/** @param page as it was asked for, from 1; what is no number is the first. */
export const askedPage = (page: string | undefined) => ({
  page: Math.max(1, Math.trunc(Number(page)) || 1),
  perPage,
})
