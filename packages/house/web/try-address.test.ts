import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { portOf } from '@naic/test/support/port-of.ts'
import { tryAddress } from './try-address.ts'

const names = { host: 'HOST', port: 'PORT' }

test.each(['no-such-host.invalid', '192.0.2.1'])('%s is no address of this machine', (host) =>
  expect(tryAddress({ host, port: 0 }, names)).rejects.toThrow(`HOST: ${host} is no address`),
)

test('a port that another program has is named, and one that nobody has is free after', async () => {
  const other = createServer()
  const [host, port] = ['127.0.0.1', await portOf(other)]
  await expect(tryAddress({ host, port }, names)).rejects.toThrow(
    `PORT: port ${port} of 127.0.0.1 is another program's`,
  )
  await new Promise((resolve) => other.close(resolve))
  await tryAddress({ host, port }, names)
  await tryAddress({ host, port }, names)
})
