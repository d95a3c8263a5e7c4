import type { Location } from 'react-router'
import { pageMeta, pictureOf } from '#app/page-meta.ts'
import { siteUrl } from '#app/server-context/site-settings.ts'
import { catalogue } from '@naic/content/catalogue.ts'
import { categoryPath } from '@naic/content/categories.ts'
import words from '@naic/content/internships-page.json' with { type: 'json' }
import { allCategories, filterOf, matchingInternships } from './matching-internships.ts'

const path = '/internships'

/**
 * What search engines and shared links say of the list. Each category is a page of its own;
 * what was typed makes none: such an address counts as that of its category, or of the whole list.
 */
export function internshipsMeta({ location }: { location: Pick<Location, 'search'> }) {
  const { category } = filterOf(new URLSearchParams(location.search))
  const listed = matchingInternships(catalogue, { text: '', category })
  const structuredData = [itemList(listed)]
  if (category === allCategories) {
    const { metaTitle: title, metaDescription: description, metaKeywords: keywords } = words
    return pageMeta({ title, description, keywords, path, structuredData })
  }
  const count = listed.length === 1 ? '1 internship' : `${listed.length} internships`
  const title = words.categoryTitle.replace('[category]', category)
  return pageMeta({
    title,
    description: words.categoryDescription
      .replace('[count]', count)
      .replace('[category]', category),
    path: categoryPath(category),
    picture: { path: pictureOf(path), alt: words.metaTitle },
    structuredData,
  })
}

function itemList(listed: readonly { id: number; title: string }[]) {
  return {
    '@type': 'ItemList',
    name: 'Virtual internships',
    numberOfItems: listed.length,
    itemListElement: listed.map(({ id, title }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      url: `${siteUrl()}/internships/${id}`,
    })),
  }
}
