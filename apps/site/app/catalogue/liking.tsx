import { Icon } from '@naic/ui/icon.tsx'
import { ChartColumn, Grid3x3, Pencil, Smartphone, TextAlignStart } from 'lucide'
import { type Like, likes } from '@naic/content/categories.ts'
import words from '@naic/content/en/likes.json' with { type: 'json' }

const pictures = {
  drawing: Pencil,
  numbers: ChartColumn,
  phones: Smartphone,
  puzzles: Grid3x3,
  writing: TextAlignStart,
}

type Props = {
  of: Like
  /** Leaves out English. */
  inHindi?: boolean | undefined
}

/** What somebody likes doing, drawn and in both languages: what stands on its chip. */
export const Liking = ({ of: like, inHindi = false }: Props) => {
  const [picture, names] = [pictures[like], words[like]]
  return (
    <>
      <Icon of={picture} className="size-4" />
      {inHindi ? '' : `${names.name} `}
      <span lang="hi">{names.inHindi}</span>
    </>
  )
}

type Links = Pick<Props, 'inHindi'> & {
  chosen: readonly Like[]
  /** Where the choice of one leads. */
  to: (like: Like) => string
}

/** A choice by plain links, which need no script. */
export const LikeLinks = ({ chosen, to, inHindi }: Links) => (
  <ul className="flex flex-wrap gap-2">
    {likes.map((like) => (
      <li key={like}>
        <a
          href={to(like)}
          aria-current={chosen.includes(like) || undefined}
          className="border-control hover:bg-peacock-pale aria-[current]:bg-peacock aria-[current]:border-peacock aria-[current]:text-paper inline-flex min-h-11 items-center gap-1.5 rounded-full border px-3.5 text-sm font-medium forced-colors:aria-[current]:border-4"
        >
          <Liking of={like} inHindi={inHindi} />
        </a>
      </li>
    ))}
  </ul>
)
