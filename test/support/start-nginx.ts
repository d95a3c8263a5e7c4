import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '@naic/site/server/dev/free-port.ts'
import { type Certificate, makeCertificate } from './start-relay.ts'

const run = promisify(execFile)

export const siteName = 'www.example.org'

type Of = { file: string; name: string; port: number; isQuiet?: true }

/** nginx with the files of deploy/, on ports and with a certificate of its own. */
export class RunningNginx {
  readonly plainPort: number
  readonly tlsPort: number
  readonly certificate: Certificate
  /** What the checker of its files said. */
  readonly checked: string
  readonly #process: ChildProcess
  readonly #folder: string

  private constructor(
    ports: { plain: number; tls: number },
    certificate: Certificate,
    checked: string,
    running: { child: ChildProcess; folder: string },
  ) {
    this.plainPort = ports.plain
    this.tlsPort = ports.tls
    this.certificate = certificate
    this.checked = checked
    this.#process = running.child
    this.#folder = running.folder
  }

  /**
   * @param servers the ports in place of 3000, 3001 and so on.
   * @param upstream a file of deploy/ whose upstreams take the place of the site's.
   * @param of the file, the name that it is for, and the first of its ports; without `isQuiet` what
   *   nginx finds wrong is logged, against what the file says.
   */
  static async start(
    servers: readonly number[],
    upstream?: string,
    of: Of = { file: 'deploy/nginx-site.conf', name: siteName, port: 3000 },
  ): Promise<RunningNginx> {
    const folder = await mkdtemp(path.join(tmpdir(), 'naic-nginx-'))
    const ports = { plain: await freePort(), tls: await freePort() }
    const certificate = await makeCertificate(of.name)
    const file = (name: string) => path.join(folder, name)
    await mkdir(file('acme/.well-known/acme-challenge'), { recursive: true })
    await writeFile(file('acme/.well-known/acme-challenge/token'), 'proof')
    await writeFile(file('fullchain.pem'), certificate.cert)
    await writeFile(file('privkey.pem'), certificate.key)

    let site = await readFile(of.file, 'utf8')
    if (upstream) {
      site = replaced(site, /^upstream naic_forms \{.*?^\}$/ms, '')
      site = replaced(site, /^upstream naic \{.*?^\}$/ms, await readFile(upstream, 'utf8'))
    }
    site = replaced(site, /listen 80;/, `listen 127.0.0.1:${ports.plain};`)
    site = replaced(site, /listen 443 ssl http2;/, `listen 127.0.0.1:${ports.tls} ssl http2;`)
    site = replaced(site, /^ +listen \[::\].*$/gm, '')
    site = replaced(site, /\/etc\/naic\/tls\/\w+/g, folder)
    site = replaced(site, /\/var\/www\/html/, file('acme'))
    for (const [at, port] of servers.entries()) {
      site = replaced(
        site,
        new RegExp(`127\\.0\\.0\\.1:${of.port + at}(?=[ ;])`, 'g'),
        `127.0.0.1:${port}`,
      )
    }
    site = replaced(site, /\/var\/log\/nginx/g, folder)
    if (!of.isQuiet) site = replaced(site, /error[.]log emerg;/g, 'error.log warn;')
    await writeFile(file('site.conf'), site)
    await writeFile(file('nginx.conf'), around(folder))

    const { stderr } = await run('nginx', ['-t', '-c', file('nginx.conf'), '-p', folder])
    const child = spawn('nginx', ['-c', file('nginx.conf'), '-p', folder], { stdio: 'inherit' })
    while (!(await listens(ports.tls))) {
      if (child.exitCode !== null) throw new Error('nginx ended.')
      await sleep(20)
    }
    return new RunningNginx(ports, certificate, stderr, { child, folder })
  }

  /** What it logged as wrong. */
  errors(): Promise<string> {
    return readFile(path.join(this.#folder, 'error.log'), 'utf8')
  }

  /** Everything that it logged, by file. */
  async logs(): Promise<Record<string, string>> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.log'))
    const texts = names.map((name) => readFile(path.join(this.#folder, name), 'utf8'))
    return Object.fromEntries((await Promise.all(texts)).map((text, at) => [names[at], text]))
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGTERM')
    await ended
    await rm(this.#folder, { recursive: true })
  }
}

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

function replaced(text: string, what: RegExp, by: string): string {
  if (text.search(what) < 0) throw new Error(`The file does not say ${what}.`)
  return text.replace(what, () => by)
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
