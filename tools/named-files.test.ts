import { expect, test } from 'vitest'
import { goneNames } from './named-files.ts'

const there = { tops: ['app', 'server'], files: ['app/page.tsx', 'app/a/b.svg', 'server/main.ts'] }

test.each([
  ['tools/run.ts', "spawn('node', ['server/start.ts'])", ['server/start.ts']],
  ['app/hook.ts', 'const page = `app/pages/`', ['app/pages/']],
  ['app/hook.ts', "const names = { 'app/gone.tsx': 1 }", ['app/gone.tsx']],
  ['app/hook.ts', '// As `app/gone.tsx` says.\nrun()', ['app/gone.tsx']],
  ['app/app.css', "a { border-image: url('./gone/b.svg') 48 round }", ['app/gone/b.svg']],
  ['app/app.css', "@import './gone.css';", ['app/gone.css']],
  ['knip.json', '{"entry": ["server/*.js", "server/*.ts"]}', ['server/*.js']],
  ['package.json', '{"dev": "node --watch-path=server/gone server/main.ts"}', ['server/gone']],
])('in %s, a name of what is gone is found: %s', (file, text, gone) => {
  expect(goneNames(file, text, there)).toEqual(gone)
})

test.each([
  ['tools/run.ts', "spawn('node', ['server/main.ts', './app/a/b.svg'])"],
  ['tools/run.ts', "fetch('/app/gone.tsx'); read('application/json', 'a/b.ts', 'server')"],
  ['app/hook.ts', '// Either/or, and `npm run app/x y`.\nrun()'],
  ['app/app.css', "a { src: url('./a/b.svg'), url('data:image/svg+xml,x'), url('/app/x.svg') }"],
  ['package.json', '{"imports": {"#app/*": "./app/*"}, "main": "server/main.ts"}'],
])('in %s, what is there, or is no path of ours, is passed over: %s', (file, text) => {
  expect(goneNames(file, text, there)).toEqual([])
})
