import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { freePort } from '@naic/site/server/dev/free-port.ts'
import { RunningSite } from '@naic/test/support/start-site.ts'
import { load } from '../load.ts'
import { expectAnswer, startProgram, whyNotWith } from '../program.ts'
import { inTurns, type Measure, pairsOf } from '../row.ts'

const connections = 32

/** Home, which our server has in memory, beside nginx with the same page as a file. */
export const measure: Measure = async (rounds) => {
  const because = whyNotWith('nginx', 'wrk')
  if (because) return [{ what: 'a page beside nginx', because }]
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'naic-bench-'))
  await using site = await RunningSite.start()
  await using nginx = await startNginx(folder.path, site.url)
  for (const { url } of [site, nginx]) {
    await expectAnswer(`${url}/`, 'National Academic Internship Council')
  }
  const found = await inTurns(
    rounds,
    () => load(`${site.url}/`, site.pid, connections),
    () => load(`${nginx.url}/`, nginx.pid, connections),
  )
  const pairs = pairsOf(found, ({ perSecond }) => perSecond)
  return [{ what: '/ from memory', unit: '/s', peer: 'nginx, one worker', pairs }]
}

/** nginx with the page compressed beforehand (`gzip_static`). One worker, since our server is one process. */
async function startNginx(folder: string, site: string) {
  const file = path.join(folder, 'site/index.html')
  const html = await (await fetch(site)).text()
  await mkdir(path.dirname(file))
  await writeFile(file, html)
  await writeFile(`${file}.gz`, gzipSync(html, { level: 9 }))
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
       server { listen 127.0.0.1:${port}; root ${folder}/site; gzip_static on; }
     }`,
  )
  return startProgram(['nginx', '-c', config, '-p', folder], `http://127.0.0.1:${port}`)
}
