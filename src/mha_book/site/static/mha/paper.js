// Paper is light, whatever the screen is: a dark page's pale ink would not be seen on it.
addEventListener("beforeprint", () => {
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  dataset.theme = "light";
  addEventListener("afterprint", () => (dataset.theme = theme), { once: true });
});
