import { execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { RunningSite } from '@naic/test/support/start-site.ts'

/**
 * Requests a second of our server and of nginx, both serving the same build with the same
 * compressed bodies, in turns within one run: the ratio is what counts, since machines differ.
 *
 * Needs a build, and Debian's packages `nginx` and `wrk`.
 */
const seconds = 5
const rounds = 3
const nginxPort = 8961
const run = promisify(execFile)

const folder = await mkdtemp(path.join(tmpdir(), 'naic-bench-'))
const nginx = await startNginx()
const site = await RunningSite.start()
try {
  for (const page of ['/', '/apply']) {
    const ratios: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const ours = await requestsPerSecond(`${site.url}${page}`)
      const theirs = await requestsPerSecond(`http://127.0.0.1:${nginxPort}${page}`)
      ratios.push(ours / theirs)
      console.log(`${page}\tours ${ours}/s\tnginx ${theirs}/s\tratio ${(ours / theirs).toFixed(2)}`)
    }
    console.log(`${page}\tmedian ratio ${ratios.toSorted()[Math.floor(rounds / 2)]?.toFixed(2)}`)
  }
} finally {
  await site.stop()
  nginx.kill()
  await rm(folder, { recursive: true })
}

async function requestsPerSecond(address: string): Promise<number> {
  const options = ['-t1', '-c32', `-d${seconds}s`, '-H', 'Accept-Encoding: gzip']
  const { stdout } = await run('wrk', [...options, address.replace('localhost', '127.0.0.1')])
  if (/Non-2xx/.test(stdout)) throw new Error(`${address} did not answer 200:\n${stdout}`)
  return Math.round(Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]))
}

/** One worker, since our server is one process; pages compressed beforehand (`gzip_static`). */
async function startNginx() {
  const root = path.join(folder, 'site')
  await cp('build/client', root, { recursive: true })
  await run('sh', [
    '-c',
    `find ${root} -name '*.html' -exec gzip -9k {} +; chmod -R a+rX ${folder}`,
  ])
  const config = path.join(folder, 'nginx.conf')
  await writeFile(
    config,
    `worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log /dev/null;
     events { worker_connections 256; }
     http {
       types { text/html html; text/javascript js; text/css css; }
       access_log off; sendfile on; keepalive_requests 1000000; open_file_cache max=200;
       server { listen 127.0.0.1:${nginxPort}; root ${root}; gzip_static on; try_files $uri $uri/index.html =404; }
     }`,
  )
  const child = spawn('nginx', ['-c', config, '-p', folder], { stdio: 'ignore' })
  await new Promise((resolve) => setTimeout(resolve, 500))
  if (child.exitCode !== null) throw new Error('nginx did not start. Is the package installed?')
  return child
}
