import { PostgresPlace } from '#test/support/postgres-places.ts'
import { describeDatabase } from '../describe-database.ts'

describeDatabase('PostgreSQL', async () => {
  const place = new PostgresPlace()
  return { open: () => place.open(), remove: () => place.remove() }
})
