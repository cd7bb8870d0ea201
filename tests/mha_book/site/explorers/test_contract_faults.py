"""The contract can be broken: each fault, planted in a script, is seen."""

import pytest

import checks
import contract

FAULTS = {
    "model.off(": "change:",
    "removeEventListener(": ("hashchange", "click", "resize", "scroll"),
    "observer.disconnect(": "size",
}


@pytest.mark.slow  # three sites with a fault each
@pytest.mark.parametrize(("call", "left"), FAULTS.items())
def test_what_an_unmounted_explorer_leaves_is_seen(page, site, address, call, left):
    place = contract.places(site)["HeadBrowser"]
    checks.open_page(page, f"{address}/{place.page}")
    contract.mount(page, place.state, fault=[call, "String("])
    remains = contract.unmount(page)
    assert remains
    assert all(name.startswith(left) for name in remains)


def test_a_limit_that_a_script_writes_again_is_seen(page, site, address):
    place = contract.places(site)["AttentionExplorer"]
    checks.open_page(page, f"{address}/{place.page}")
    limits = place.state["limits"] | {"temperature": {"min": 0.05, "max": 2}}
    link = contract.link_of(place.state["name"], {"temperature": 3})
    fault = ['model.get("limits")[name]', "{ min: 0.05, max: 20 }"]
    contract.mount(page, place.state | {"limits": limits}, link=link, fault=fault)
    assert contract.alert(page) == ""
    contract.unmount(page)
    contract.mount(page, place.state | {"limits": limits}, link=link)
    assert "temperature (3) cannot be used" in contract.alert(page)
    contract.unmount(page)
