#!/usr/bin/env node
// Writes SUMMARY.md from the --json output of one or more runs, so that no figure is written by hand.
// It holds nothing that differs between two equal runs: no date, no duration, no machine.
//
//   node summary.mjs SPEC_FROZEN.json SEED.json [--against NODE.json]
//
// --against: a run of another engine over the first scope, for counting the files that only one of the two passes.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readTest } from './lib/suite.mjs'

const suite = process.env.TEST262 ?? ''
const { values: args, positionals } = parseArgs({ allowPositionals: true, options: { against: { type: 'string' } } })
const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
const runs = positionals.map(read)
if (!runs.length) {
  console.error('usage: node summary.mjs RUN.json... [--against RUN.json]')
  process.exit(2)
}
const revision = /revision\s+`(\w{40})`/.exec(readFileSync(new URL('README.md', import.meta.url), 'utf8'))[1]
const lines = [
  '# test262: figures',
  '',
  `tc39/test262 at revision \`${revision}\`. Made by \`node test/test262/summary.mjs\` from the \`--json\` output of the commands below;`,
  'the files that fail are in [failing.txt](failing.txt), each with its reason.',
]
for (const run of runs) section(run)
if (args.against) compare(runs[0], read(args.against))
writeFileSync(new URL('SUMMARY.md', import.meta.url), `${lines.join('\n')}\n`)

function section(run) {
  const regexp = (id) => id.startsWith('regexp')
  const groups = Object.entries(run.primaryGroup)
  const without = groups.filter(([id]) => !regexp(id)).map(([, row]) => row)
  const early = tally(Object.keys(run.results).filter((file) => readTest(suite, file).meta.negative?.phase === 'parse'), run)
  lines.push(
    '',
    `## ${run.scope}`,
    '',
    '```sh',
    `node test/test262/run.mjs --engine ${run.engine} --scope ${run.scope} --jobs 2 --json out.json`,
    '```',
    '',
    '| what | files | pass | share |',
    '| --- | ---: | ---: | ---: |',
    row('**all**', run),
    row('without the regular-expression groups', sum(without)),
    row('early errors (negative, phase parse)', early),
    ...groups.map(([id, counts]) => row(id, counts)),
  )
}

/** What another engine makes of the same files. */
function compare(run, other) {
  const files = Object.keys(run.results).filter((file) => file in other.results)
  const only = (one, two) => files.filter((file) => one.results[file] === 'pass' && two.results[file] !== 'pass')
  const ours = only(run, other)
  const folders = new Map()
  for (const file of ours) {
    const folder = file.split('/').slice(0, 3).join('/')
    folders.set(folder, (folders.get(folder) ?? 0) + 1)
  }
  const largest = [...folders].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).slice(0, 12)
  lines.push(
    '',
    `## ${run.scope}: ${other.engine}`,
    '',
    '```sh',
    `node test/test262/run.mjs --engine node-vm-frozen --scope ${run.scope} --jobs 2 --json node.json`,
    '```',
    '',
    '| what | files |',
    '| --- | ---: |',
    `| passes of ${files.length} | ${other.pass} |`,
    `| fails there, passes here | ${ours.length} |`,
    `| passes there, fails here | ${only(other, run).length} |`,
    ...largest.map(([folder, count]) => `| fails there, passes here: ${folder} | ${count} |`),
  )
}

function tally(files, run) {
  return { total: files.length, pass: files.filter((file) => run.results[file] === 'pass').length }
}

function sum(rows) {
  return { total: rows.reduce((n, row) => n + row.total, 0), pass: rows.reduce((n, row) => n + row.pass, 0) }
}

/** Shares are cut, not rounded: 100 % means every file. */
function row(name, { total, pass }) {
  const share = total === 0 ? '-' : `${(Math.floor((10_000 * pass) / total) / 100).toFixed(2)} %`
  return `| ${name} | ${total} | ${pass} | ${share} |`
}
