/** Served as it stands, to the page without React: a share opens in a small window, where one is let to open. */
addEventListener('click', (event) => {
  const link = event.target.closest('a[data-share]:not(.prose a)')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (open(link.href, 'share', 'width=600,height=400')) event.preventDefault()
})
