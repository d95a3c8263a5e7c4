import { Argument } from 'commander'
import { type Command, call } from '../command.ts'
import { completionScript } from '../completion-script.ts'

const shells = ['bash', 'zsh'] as const

export const command: Command = {
  summary: 'what lets the TAB key of bash or zsh complete commands and options',
  looksAtAll: true,
  examples: ['completion bash > council.bash', 'completion zsh > council.zsh'],
  define: (line) =>
    line
      .addArgument(new Argument('<shell>', 'which one reads it').choices(shells))
      .addHelpText(
        'after',
        `
It is for the command "council" (docs/deploying.md). To have it in every shell,
put this line into ~/.bashrc, or the like with zsh into ~/.zshrc:
  source <(${call} completion bash)`,
      )
      .action((shell: (typeof shells)[number]) => {
        if (line.parent) process.stdout.write(completionScript(line.parent, shell))
      }),
}
