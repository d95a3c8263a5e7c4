/** What `ledger --help` prints, for a terminal of 80 columns. */
export const help = `Checks the council's certificates without its website's pages.

  ledger check FILE-OR-ID... [--site URL] [options]
  ledger keys --site URL [--origin-key VKEY] [--out FILE]

A FILE is a certificate's JSON, its PDF, its badge picture (PNG), or its
receipt (.tlog-proof) beside its JSON; "-" is a file on standard input. An ID
is asked for at the site. Put -- before files whose names you have not seen:
one of them may be named like an option.

  --site URL            the council's address; left out, it is that of --keys
                        or --origin-key
  --origin-key VKEY     a key of the log that you know; may be repeated
  --keys FILE           all keys, as "ledger keys" wrote them; then the site's
                        word is not taken
  --witness VKEY        a witness who must have signed the log; may be repeated
  --witnesses-needed N  so many of them are enough, such as 2 of 3; left out,
                        all are needed
  --state FILE          what was seen of logs, from one call to the next
  --offline             nobody is asked; needs --keys
  --json                one line of JSON for each
  --out FILE            where "ledger keys" writes them

It ends with 0 if all are genuine, else with the first of these that fits one:
  1   withdrawn, not found, not verified; or the log has no key that you know
  2   replaced by another, or could not be checked
  3   proven by the file itself, with the site out of reach: a later withdrawal
      would not be seen
  64  the words make no sense

  ledger check asha.pdf --site https://naic.example
  ledger check --keys council-keys.json --state seen.json --json -- *.pdf
  ledger check NAIC2675K2MABC --origin-key naic.example/log+0a1b2c3d+AbCd... \\
    --witness college.example+... --witness press.example+... \\
    --witnesses-needed 2
`
