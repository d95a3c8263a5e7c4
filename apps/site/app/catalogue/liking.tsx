import { Icon } from '@naic/ui/icon.tsx'
import { ChartColumn, Grid3x3, Pencil, Smartphone, TextAlignStart } from 'lucide'
import type { Like } from '@naic/content/categories.ts'
import words from '@naic/content/en/likes.json' with { type: 'json' }

const pictures = {
  drawing: Pencil,
  numbers: ChartColumn,
  phones: Smartphone,
  puzzles: Grid3x3,
  writing: TextAlignStart,
}

/** What somebody likes doing, drawn and in both languages: what stands on its chip. */
export const Liking = ({ of: like }: { of: Like }) => {
  const [picture, { name, inHindi }] = [pictures[like], words[like]]
  return (
    <>
      <Icon of={picture} className="size-4" />
      {`${name} `}
      <span lang="hi">{inHindi}</span>
    </>
  )
}
