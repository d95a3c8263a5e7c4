import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { freePort } from '@naic/site/server/dev/free-port.ts'
import { RunningSite } from '@naic/test/support/start-site.ts'
import { load } from '../load.ts'
import { expectAnswer, Program, whyNotWith } from '../program.ts'
import { inTurns, type Measure, pairsOf, type Row } from '../row.ts'

const connections = 32
const pages = [
  ['/', 'National Academic Internship Council'],
  ['/apply', 'Apply for Internship'],
] as const

/** Pages that our server has in memory, beside nginx with the same pages as files. */
export const measure: Measure = async (rounds) => {
  const because = whyNotWith('nginx', 'wrk')
  if (because) return [{ what: 'pages beside nginx', because }]
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'naic-bench-'))
  await using site = await RunningSite.start()
  await using nginx = await startNginx(folder.path, site.url)
  const rows: Row[] = []
  for (const [page, text] of pages) {
    for (const url of [site.url, nginx.url]) await expectAnswer(`${url}${page}`, text)
    const found = await inTurns(
      rounds,
      () => load(`${site.url}${page}`, site.pid, connections),
      () => load(`${nginx.url}${page}`, nginx.pid, connections),
    )
    const what = `${page} from memory`
    const peer = 'nginx, one worker'
    const processor = pairsOf(found, (each) => each.processorMs * 1000)
    rows.push(
      { what, unit: '/s', peer, pairs: pairsOf(found, ({ perSecond }) => perSecond) },
      { what: `${what}, processor each`, unit: 'µs', peer, pairs: processor },
    )
  }
  return rows
}

/**
 * nginx with our pages, saved and compressed beforehand (`gzip_static`). One worker, since our server is one
 * process.
 */
async function startNginx(folder: string, site: string): Promise<Program> {
  for (const [page] of pages) {
    const file = path.join(folder, 'site', page, 'index.html')
    const html = await (await fetch(site + page)).text()
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, html)
    await writeFile(`${file}.gz`, gzipSync(html, { level: 9 }))
  }
  const port = await freePort()
  const config = path.join(folder, 'nginx.conf')
  // Its worker would be somebody else, who may not read the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  await writeFile(
    config,
    `${user} worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log /dev/null;
     events { worker_connections 256; }
     http {
       types { text/html html; }
       access_log off; sendfile on; keepalive_requests 1000000; open_file_cache max=200;
       server { listen 127.0.0.1:${port}; root ${folder}/site; gzip_static on; try_files $uri/index.html =404; }
     }`,
  )
  return Program.start(['nginx', '-c', config, '-p', folder], `http://127.0.0.1:${port}`)
}
