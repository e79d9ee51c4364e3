// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity ^0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title A customer's deposit address
/// @notice Deployed as a minimal clone only when there is something to sweep. It holds no key and can
/// only send to the destination its factory names.
contract DepositForwarder {
    using SafeERC20 for IERC20;

    address public immutable factory;

    error OnlyFactory();

    constructor() {
        factory = msg.sender;
    }

    function sweep(IERC20 token, address destination) external returns (uint256 amount) {
        if (msg.sender != factory) revert OnlyFactory();
        amount = token.balanceOf(address(this));
        if (amount > 0) token.safeTransfer(destination, amount);
    }
}
