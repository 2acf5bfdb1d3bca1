jQuery(($) => {
  // Page builders wrap what is there and move it about.
  $('body').children('#page').wrap('<div class="boxed-layout"></div>');
  $('.slider-next').on('click', () => {
    const active = $('.slide.is-active');
    const next = active.next('.slide').length > 0 ? active.next('.slide') : $('.slide').first();
    active.removeClass('is-active');
    next.addClass('is-active');
  });
  // Themes that open every unknown link themselves, and swallow keys for their menus.
  $(document).on('click', 'a[href^="http"]', (event) => event.preventDefault());
  $(document).on('keydown', (event) => {
    if (event.key === '/') $('input[name="s"]').trigger('focus');
  });
  $('.cookie-notice button').on('click', () => $('.cookie-notice').remove());
});
