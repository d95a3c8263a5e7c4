import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Door } from './ask-proxy.ts'
import { freePort } from '@naic/site/server/dev/free-port.ts'
import { makeCertificate } from './start-relay.ts'

const run = promisify(execFile)

export const siteName = 'www.example.org'

/** The first of its ports; without `isQuiet` what nginx finds wrong is logged, against what the file says. */
type Of = { file: string; name: string; port: number; isQuiet?: true }

/**
 * nginx with the files of deploy/, on ports and with a certificate of its own.
 *
 * @param servers the ports in place of 3000, 3001 and so on.
 * @param upstream a file of deploy/ whose upstreams take the place of the site's.
 */
export async function startNginx(
  servers: readonly number[],
  upstream?: string,
  of: Of = { file: 'deploy/nginx-site.conf', name: siteName, port: 3000 },
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'naic-nginx-'))
  const [plainPort, tlsPort] = [await freePort(), await freePort()]
  const certificate = await makeCertificate(of.name)
  const file = (name: string) => path.join(folder, name)
  await mkdir(file('acme/.well-known/acme-challenge'), { recursive: true })
  await writeFile(file('acme/.well-known/acme-challenge/token'), 'proof')
  await writeFile(file('fullchain.pem'), certificate.cert)
  await writeFile(file('privkey.pem'), certificate.key)

  let site = await readFile(of.file, 'utf8')
  const replace = (what: RegExp, by: string) => {
    if (site.search(what) < 0) throw new Error(`The file does not say ${what}.`)
    site = site.replace(what, () => by)
  }
  if (upstream) {
    replace(/^upstream naic_forms \{.*?^\}$/ms, '')
    replace(/^upstream naic \{.*?^\}$/ms, await readFile(upstream, 'utf8'))
  }
  replace(/listen 80;/, `listen 127.0.0.1:${plainPort};`)
  replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${tlsPort} ssl http2;`)
  replace(/^ +listen \[::\].*$/gm, '')
  replace(/\/etc\/naic\/tls\/\w+/g, folder)
  replace(/\/var\/www\/html/, file('acme'))
  for (const [at, port] of servers.entries()) {
    replace(new RegExp(`127\\.0\\.0\\.1:${of.port + at}(?=[ ;])`, 'g'), `127.0.0.1:${port}`)
  }
  replace(/\/var\/log\/nginx/g, folder)
  if (!of.isQuiet) replace(/error[.]log emerg;/g, 'error.log warn;')
  await writeFile(file('site.conf'), site)
  await writeFile(file('nginx.conf'), around(folder))

  const words = ['-c', file('nginx.conf'), '-p', folder]
  const { stderr: checked } = await run('nginx', ['-t', ...words])
  const child = spawn('nginx', words, { stdio: 'inherit' })
  while (!(await listens(tlsPort))) {
    if (child.exitCode !== null) throw new Error('nginx ended.')
    await sleep(20)
  }
  const door: Door = { name: of.name, port: tlsPort, ca: certificate.cert }
  return {
    plainPort,
    door,
    checked,
    errors: () => readFile(file('error.log'), 'utf8'),

    async logs(): Promise<Record<string, string>> {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.log'))
      const texts = names.map(async (name) => [name, await readFile(file(name), 'utf8')] as const)
      return Object.fromEntries(await Promise.all(texts))
    },

    async stop(): Promise<void> {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

export type RunningNginx = Awaited<ReturnType<typeof startNginx>>

/** What Debian's own nginx.conf says around a site, with all that is written in the folder. */
const around = (folder: string) => `
  ${process.getuid?.() === 0 ? 'user root;' : ''}
  worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log warn;
  events { worker_connections 768; }
  http {
    access_log ${folder}/access.log; sendfile on; tcp_nopush on; types_hash_max_size 2048; gzip on;
    include /etc/nginx/mime.types; default_type application/octet-stream;
    client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
    fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
    include ${folder}/site.conf;
  }`

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isThere = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isThere
}
