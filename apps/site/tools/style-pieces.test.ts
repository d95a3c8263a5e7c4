import { describe, expect, test } from 'vitest'
import { PageStyles } from '#server/http/pages/page-styles.ts'
import { stylePieces, withoutFonts } from './style-pieces.ts'

/** The rules of a sheet that a page is given. */
const given = (sheet: string, html: string) => new PageStyles(stylePieces(sheet)).of(html)

describe('a page is given the rules', () => {
  test.each([
    ['.a{top:0}', '<p class="b a">'],
    ['.a .b{top:0}', '<p class="a"><b class="b">'],
    ['.x,.a{top:0}', '<p class="a">'],
    ['p{top:0}', '<P>'],
    ['*{top:0}', ''],
    [':root{color:red}', ''],
    ['::placeholder{color:red}', '<input placeholder="Search">'],
    ['input::file-selector-button{color:red}', '<input type="file">'],
    ['.md\\:w-\\[1\\.5rem\\]{top:0}', '<p class="md:w-[1.5rem]">'],
    ['.\\[\\&\\>\\*\\]\\:p-2>*{top:0}', '<p class="[&amp;&gt;*]:p-2">'],
    [':is(.\\*\\:col>*){top:0}', '<p>'],
    [".after\\:content-\\[\\'·\\'\\]{top:0}", '<p class="after:content-[&#x27;·&#x27;]">'],
    ['.a:not(.never){top:0}', '<p class="a">'],
    ['.a:has(.never .b:is(.c,.d)){top:0}', '<p class="a">'],
    ['html:has(.a) p{top:0}', '<html><p class="a">'],
    [':where(.md\\:a>:not(:last-child)){top:0}', '<p class="md:a">'],
    [':where(.a,.b){top:0}', '<p class="b">'],
    ['::file-selector-button{top:0}', '<input type="file">'],
    ['::-webkit-search-decoration{top:0}', '<input type="search">'],
    ['.a[aria-current=page]{top:0}', '<p aria-current="page" class="a">'],
    ['.a[href^="x.y"]{top:0}', '<p class="a">'],
    ['.a::after{content:".never"}', '<p class="a">'],
    ['.group:is([open]) .b{top:0}', '<p class="group"><b class="b">'],
  ])('%s for %s', (rule, html) => {
    expect(given(rule, html)).toBe(rule)
  })
})

describe('a page is not given the rules', () => {
  test.each([
    ['.a{top:0}', '<p class="ab b-a">'],
    ['.a .b{top:0}', '<p class="a">'],
    ['::placeholder{color:red}', '<input>'],
    ['table{top:0}', '<p>table</p>'],
    ['html:has(.a){top:0}', '<html><p class="b">'],
    ['html:has(.a) p{top:0}', '<html><p class="b">'],
    ['html:has(.a){--bar:1rem}', '<html><p class="b">'],
    [':where(.md\\:a>:not(:last-child)){top:0}', '<p class="a">'],
    ['::file-selector-button{top:0}', '<input type="email">'],
    ['::-webkit-inner-spin-button{top:0}', '<input type="email">'],
    ['.a[aria-invalid=true]{top:0}', '<p class="a" aria-invalid="false">'],
    ['.a:hover{top:0}', '<p class="a">'],
    ['@media print{.a{top:0}}', '<p class="a">'],
    ['@media (hover:hover){.a{top:0}}', '<p class="a">'],
    ['@page{size:a4}', '<p>'],
    ['@media (width>=48rem){.b{top:0}}', '<p class="a">'],
  ])('%s for %s', (rule, html) => {
    expect(given(rule, html)).toBe('')
  })
})

test('a page is given the colours of its drawings, which only their attributes name', () => {
  const colours = ':root{--color-ink:red;--color-paper:white;}'
  expect(given(colours, '<path fill="var(--color-ink)" d="M0 0z">')).toBe(':root{--color-ink:red;}')
})

test('the footer of a long page waits for the whole sheet, and that of a short one does not', () => {
  const page = (length: number) =>
    `<main>${'x'.repeat(length)}</main><footer class="a"></footer><p class="b">`
  expect(given('.a{top:0}.b{top:0}', page(50_000))).toBe('.b{top:0}')
  expect(given('.a{top:0}.b{top:0}', page(500))).toBe('.a{top:0}.b{top:0}')
})

test('groups keep their order, and lose what the page does not use', () => {
  const sheet = `@layer a,b;@layer a{.x{top:0}.y{top:1px}}@media screen{@supports (top:0){.y{top:2px}}}.x{top:3px}`
  expect(given(sheet, '<p class="x">')).toBe('@layer a,b;@layer a{.x{top:0}}.x{top:3px}')
  expect(given(sheet, '<p class="y">')).toBe(
    '@layer a,b;@layer a{.y{top:1px}}@media screen{@supports (top:0){.y{top:2px}}}',
  )
})

test('custom properties and key frames come with the rules that name them, however indirectly', () => {
  const sheet = `:root{--a:var(--b);--b:red;--c:blue;--animate-in:in 1s}@keyframes in{to{color:var(--c)}}@keyframes out{to{top:0}}.x{color:var(--a)}.y{animation:var(--animate-in)}`
  expect(given(sheet, '<p class="x">')).toBe(':root{--a:var(--b);--b:red;}.x{color:var(--a)}')
  expect(given(sheet, '<p class="y">')).toBe(
    ':root{--c:blue;--animate-in:in 1s;}@keyframes in{to{color:var(--c)}}.y{animation:var(--animate-in)}',
  )
})

test('properties of Tailwind have their initial values, in the first of all layers', () => {
  const sheet =
    '@layer properties{@supports (top:0){*,:before{--tw-x:0;--tw-y:solid}}}@layer base{p{top:var(--tw-y)}}@property --tw-y{syntax:"*";inherits:false}'
  expect(given(sheet, '<p>')).toBe(
    '@layer properties;@layer properties{*,:before{--tw-y:solid;}}@layer base{p{top:var(--tw-y)}}',
  )
  expect(given(sheet, '<b>')).toBe('@layer properties;')
})

test('the sheet that comes later has no fonts, which the page has already', () => {
  expect(
    withoutFonts(
      '@font-face{font-family:A;src:url(a)}.a{top:0}@media print{@font-face{font-family:B}}',
    ),
  ).toBe('.a{top:0}@media print{}')
})
